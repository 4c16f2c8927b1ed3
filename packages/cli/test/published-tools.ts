/**
 * The names of the tools that each server publishes, as read from the release that the pack's head
 * names: by `tools/list` where the server runs without an account, else from its sources or page.
 */
export const publishedTools: Readonly<Record<string, string>> = {
  filesystem: `
    read_file read_text_file read_media_file read_multiple_files write_file edit_file
    create_directory list_directory list_directory_with_sizes directory_tree move_file
    search_files get_file_info list_allowed_directories
  `,
  fetch: `
    fetch
  `,
  github: `
    issue_read list_issues search_issues list_issue_types list_issue_fields get_label list_label
    pull_request_read list_pull_requests search_pull_requests get_file_contents
    get_repository_tree get_commit list_commits list_branches list_tags get_tag list_releases
    get_latest_release get_release_by_tag list_repository_collaborators search_code search_commits
    search_repositories list_starred_repositories get_me search_users search_orgs get_teams
    get_team_members actions_list actions_get get_job_logs list_discussions get_discussion
    get_discussion_comments list_discussion_categories list_gists get_gist projects_list
    projects_get list_copilot_spaces get_copilot_space list_notifications get_notification_details
    list_code_scanning_alerts get_code_scanning_alert get_code_quality_finding
    list_dependabot_alerts get_dependabot_alert list_repository_security_advisories
    list_org_repository_security_advisories repository_ruleset_read custom_properties_read
    list_secret_scanning_alerts get_secret_scanning_alert list_global_security_advisories
    get_global_security_advisory github_support_docs_search issue_write sub_issue_write
    add_issue_comment update_issue_comment label_write create_pull_request update_pull_request
    update_pull_request_branch pull_request_review_write add_comment_to_pending_review
    add_reply_to_pull_request_comment discussion_comment_write create_gist update_gist
    projects_write create_branch fork_repository create_or_update_file delete_file push_files
    merge_pull_request create_repository star_repository unstar_repository actions_run_trigger
    assign_copilot_to_issue assign_copilot_to_issue_with_intent request_copilot_review
    create_pull_request_with_copilot create_repository_ruleset custom_properties_write
    dismiss_notification mark_all_notifications_read manage_notification_subscription
    manage_repository_notification_subscription delete_repository
  `,
  'github-reference': `
    create_or_update_file search_repositories create_repository get_file_contents push_files
    create_issue create_pull_request fork_repository create_branch list_commits list_issues
    update_issue add_issue_comment search_code search_issues search_users get_issue
    get_pull_request list_pull_requests create_pull_request_review merge_pull_request
    get_pull_request_files get_pull_request_status update_pull_request_branch
    get_pull_request_comments get_pull_request_reviews
  `,
  slack: `
    slack_list_channels slack_post_message slack_reply_to_thread slack_add_reaction
    slack_get_channel_history slack_get_thread_replies slack_get_users slack_get_user_profile
  `,
  email: `
    list_available_accounts list_email_tags list_emails_metadata get_emails_content
    list_allowed_recipients list_allowed_senders send_email forward_email save_to_mailbox
    save_draft delete_emails set_email_flags set_email_tags mark_emails_as_read move_emails
    archive_emails list_mailboxes create_mailbox get_attachment_content download_attachment
    email_command
  `,
  postgres: `
    query
  `,
  'postgres-mcp': `
    list_schemas list_objects get_object_details explain_query analyze_workload_indexes
    analyze_query_indexes analyze_db_health get_top_queries execute_sql
  `,
  playwright: `
    browser_close browser_resize browser_get_config browser_console_messages browser_cookie_list
    browser_cookie_get browser_cookie_set browser_cookie_delete browser_cookie_clear
    browser_resume browser_highlight browser_hide_highlight browser_annotate browser_handle_dialog
    browser_emulate_media browser_evaluate browser_file_upload browser_drop browser_find
    browser_fill_form browser_press_key browser_type browser_mouse_move_xy browser_mouse_click_xy
    browser_mouse_drag_xy browser_mouse_down browser_mouse_up browser_mouse_wheel browser_navigate
    browser_navigate_back browser_network_requests browser_network_request
    browser_network_state_set browser_pdf_save browser_start_recording browser_stop_recording
    browser_route browser_route_list browser_unroute browser_run_code_unsafe
    browser_take_screenshot browser_snapshot browser_click browser_drag browser_hover
    browser_select_option browser_generate_locator browser_storage_state browser_set_storage_state
    browser_tabs browser_start_tracing browser_stop_tracing browser_verify_element_visible
    browser_verify_text_visible browser_verify_list_visible browser_verify_value
    browser_start_video browser_stop_video browser_video_chapter browser_video_show_actions
    browser_video_hide_actions browser_wait_for browser_localstorage_list browser_localstorage_get
    browser_localstorage_set browser_localstorage_delete browser_localstorage_clear
    browser_sessionstorage_list browser_sessionstorage_get browser_sessionstorage_set
    browser_sessionstorage_delete browser_sessionstorage_clear
  `,
  git: `
    git_add git_branch git_checkout git_commit git_create_branch
    git_diff git_diff_staged git_diff_unstaged git_log git_reset
    git_show git_status
  `,
  memory: `
    add_observations create_entities create_relations delete_entities delete_observations
    delete_relations open_nodes read_graph search_nodes
  `,
  'sequential-thinking': `
    sequentialthinking
  `,
  time: `
    convert_time get_current_time
  `,
  notion: `
    API-get-user API-get-users API-get-self API-post-search API-get-block-children
    API-patch-block-children API-retrieve-a-block API-update-a-block API-delete-a-block
    API-retrieve-a-page API-patch-page API-post-page API-retrieve-a-page-property
    API-retrieve-a-comment API-create-a-comment API-query-data-source API-retrieve-a-data-source
    API-update-a-data-source API-create-a-data-source API-list-data-source-templates
    API-retrieve-a-database API-move-page API-retrieve-page-markdown API-update-page-markdown
  `,
  sentry: `
    find_organizations find_projects update_issue search_events analyze_issue_with_seer
    search_issues get_sentry_resource search_sentry_tools execute_sentry_tool
  `,
  'google-workspace': `
    start_google_auth search_gmail_messages get_gmail_message_content
    get_gmail_messages_content_batch get_gmail_attachment_content send_gmail_message
    draft_gmail_message get_gmail_thread_content get_gmail_threads_content_batch list_gmail_labels
    manage_gmail_label list_gmail_filters manage_gmail_filter modify_gmail_message_labels
    batch_modify_gmail_message_labels search_drive_files get_drive_file_content
    get_drive_file_download_url list_drive_items create_drive_folder create_drive_file
    import_to_google_doc import_to_google_slides import_to_google_sheets get_drive_file_permissions
    check_drive_file_public_access update_drive_file get_drive_shareable_link manage_drive_access
    copy_drive_file set_drive_file_permissions list_calendars get_events manage_event
    manage_out_of_office manage_focus_time query_freebusy create_calendar search_docs
    get_doc_content list_docs_in_folder create_doc modify_doc_text find_and_replace_doc
    insert_doc_elements insert_doc_image update_doc_headers_footers batch_update_doc
    inspect_doc_structure create_table_with_data debug_table_structure export_doc_to_pdf
    update_paragraph_style get_doc_as_markdown manage_doc_tab list_document_comments
    manage_document_comment list_spreadsheets get_spreadsheet_info read_sheet_values
    modify_sheet_values format_sheet_range manage_conditional_formatting create_spreadsheet
    create_sheet list_sheet_tables append_table_rows manage_sheet_tab resize_sheet_dimensions
    move_sheet_rows manage_named_range list_spreadsheet_comments manage_spreadsheet_comment
    list_spaces get_messages send_message search_messages create_reaction download_chat_attachment
    create_form get_form set_publish_settings get_form_response list_form_responses
    batch_update_form create_presentation get_presentation batch_update_presentation get_page
    render_page_to_image list_presentation_comments manage_presentation_comment list_task_lists
    get_task_list manage_task_list list_tasks get_task manage_task list_contacts get_contact
    search_contacts manage_contact list_contact_groups get_contact_group manage_contacts_batch
    manage_contact_group search_custom get_search_engine_info get_script_project
    manage_script_content run_script_function manage_deployment list_script_deployments
    manage_script_project manage_script_version get_script_version get_script_activity
    generate_trigger_code manage_script_trigger
  `,
};
